/** The fonts of the web app, read once for all invoices. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { unpackWoff } from './unpack-woff.ts'

export type FontStyle = 'text' | 'strong' | 'heading'

/** File URLs; for each character the first font that has a glyph is used. */
export const bundledFonts: Readonly<Record<FontStyle, readonly string[]>> = {
  text: [
    import.meta.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff'),
    import.meta.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-ext-400-normal.woff'),
  ],
  strong: [
    import.meta.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff'),
    import.meta.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-ext-600-normal.woff'),
  ],
  heading: [
    import.meta.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff'),
  ],
}

let read: Promise<ReadonlyMap<string, Buffer>> | undefined

export function readBundledFonts(): Promise<ReadonlyMap<string, Buffer>> {
  read ??= readAll()
  return read
}

async function readAll(): Promise<ReadonlyMap<string, Buffer>> {
  const files = Object.values(bundledFonts)
    .flat()
    .map(async url => [url, unpackWoff(await readFile(fileURLToPath(url)))] as const)
  return new Map(await Promise.all(files))
}
