/** Measures one subject in a separate process, so that subjects don't affect each other. */
const [, , name] = process.argv;
const { measure } = await import(`./subjects/${name}.mjs`);
const rows = await measure();
process.send(
  rows.map((row) => ({ subject: name, ...row })),
  () => process.exit(),
);
