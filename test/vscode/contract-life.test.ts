/** The contract test for the extension: changing folders, restarts and shutdown. */
import { testContract } from "./contract.js";

testContract("life");
