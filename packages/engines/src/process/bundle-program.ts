/** Bundles the program of a Node helper: `node bundle-program.ts '{"program": ..., "folder": ..., "target": ..., "into": ...}'`. */
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { z } from 'zod'

const { program, folder, target, into } = z
  .object({
    program: z.string(),
    /** Of the sources. */
    folder: z.string(),
    /** Where the sandbox has that folder. */
    target: z.string(),
    into: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

/** Packages of many small modules. Those with native code, WebAssembly or data files stay where they are. */
const bundledPackages = /^(?:@filesmith\/contract|zod|@cantoo\/pdf-lib|diff|mdast-util-[\w-]+|parse5)(?:\/|$)/

const build = await rolldown({
  input: { program },
  platform: 'node',
  external: (id, importer) => {
    const isFile = /^[./]/.test(id)
    const isInPackage = importer?.includes('/node_modules/') === true && !id.startsWith('node:')
    return !isFile && !isInPackage && !bundledPackages.test(id)
  },
  plugins: [
    {
      name: 'source addresses',
      /** Sources find packages, data and workers relative to themselves. */
      transform: (code, id) =>
        id.startsWith(folder) && code.includes('import.meta.url')
          ? code.replaceAll('import.meta.url', JSON.stringify(addressInside(id)))
          : null,
    },
  ],
})
await build.write({
  dir: into,
  format: 'esm',
  // Without a package.json beside them, Node takes only these for modules at once.
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
})
await build.close()

function addressInside(path: string): string {
  return pathToFileURL(`${target}/${relative(folder, path)}`).href
}
