/** Minimal environment of child processes in tests: PATH and the compile cache, nothing from the developer's shell. */
const { PATH = '', NODE_COMPILE_CACHE } = process.env

export const bareEnvironment: Readonly<Record<string, string>> = {
  PATH,
  ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
}
