/** What a program of the product is given by a test: where programs are, sources that are compiled already, nothing else. */
const { PATH = '', NODE_COMPILE_CACHE } = process.env

export const bareEnvironment: Readonly<Record<string, string>> = {
  PATH,
  ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
}
