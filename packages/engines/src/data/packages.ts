/** npm packages that the data helper imports. */
export const dataPackages: readonly string[] = [
  '@csstools/css-tokenizer',
  '@uwdata/flechette',
  'hyparquet',
  'hyparquet-writer',
  'parse5',
  'smol-toml',
  'woff2-encoder',
  'yaml',
]
