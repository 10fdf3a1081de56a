/** Runs a server in a separate process, so that it doesn't share the event loop with the measuring client. */
const [, , kind, fixture = "{}"] = process.argv;

const servers = {
  echo: async () => (await import("./echo.mjs")).echo,
  sdk: async () => (await import("./sdk.mjs")).sdk,
  tandem: async () => (await import("./tandem.mjs")).tandem,
  inspector: async () => (await import("./inspector.mjs")).inspector,
  storm: async () => (await import("./storm.mjs")).stormServer,
  "fan-out": async () => (await import("./fan-out.mjs")).fanOutServer,
  recorder: async () => (await import("./inspector.mjs")).recorder,
};

process.on("disconnect", () => process.exit());
// Sends the CPU time of this process, in ms.
process.on("message", (message) => {
  if (message !== "processor") return;
  const { user, system } = process.cpuUsage();
  process.send((user + system) / 1000);
});
const serve = await servers[kind]();
process.send(await serve(JSON.parse(fixture)));
