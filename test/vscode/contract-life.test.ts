/** The contract test for the extension: changing folders, restarts, and the ways to end. */
import { testContract } from "./contract.js";

testContract("life");
