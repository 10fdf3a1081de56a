/** The contract test for the extension. */
import { testContract } from "./contract.js";

testContract("the rest");
