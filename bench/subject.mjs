/** One subject in a process of its own: nothing that another has left behind is measured with it. */
const [, , name] = process.argv;
const { measure } = await import(`./subjects/${name}.mjs`);
const rows = await measure();
process.send(
  rows.map((row) => ({ subject: name, ...row })),
  () => process.exit(),
);
