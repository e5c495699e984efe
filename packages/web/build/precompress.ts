/** Vite plugin: writes .br and .gz copies of every compressible asset, so that the server does not compress at run time. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|svg|json|wasm|webmanifest)$/

const encodings = [
  {
    extension: '.br',
    compress: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY,
          [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  {
    extension: '.gz',
    compress: (bytes: Buffer) => promisify(gzip)(bytes, { level: zlib.Z_BEST_COMPRESSION }),
  },
]

async function writeCopies(path: string): Promise<void> {
  const bytes = await readFile(path)
  for (const { extension, compress } of encodings) {
    const compressed = await compress(bytes)
    if (compressed.length < bytes.length) await writeFile(path + extension, compressed)
  }
}

export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
      const files = entries.filter(entry => entry.isFile() && compressible.test(entry.name))
      await Promise.all(files.map(file => writeCopies(join(file.parentPath, file.name))))
    },
  }
}
