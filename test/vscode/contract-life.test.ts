/** The extension keeps the contract of an editor: folders that change, restarts, and the ways to end. */
import { testContract } from "./contract.js";

testContract("life");
