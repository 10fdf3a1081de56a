/** The extension keeps the contract of an editor. */
import { testContract } from "./contract.js";

testContract("the rest");
