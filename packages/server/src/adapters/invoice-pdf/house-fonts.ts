/** The site's own fonts, read once for all invoices. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { unpackWoff } from './unpack-woff.ts'

export type FontStyle = 'text' | 'strong' | 'heading'

const instrument = '@fontsource/instrument-sans/files/instrument-sans'
const bricolage = '@fontsource/bricolage-grotesque/files/bricolage-grotesque'

/** In each style the first font that has a character shows it. */
export const houseFonts: Readonly<Record<FontStyle, readonly string[]>> = {
  text: [`${instrument}-latin-400-normal.woff`, `${instrument}-latin-ext-400-normal.woff`],
  strong: [`${instrument}-latin-600-normal.woff`, `${instrument}-latin-ext-600-normal.woff`],
  heading: [`${bricolage}-latin-700-normal.woff`],
}

let read: Promise<ReadonlyMap<string, Buffer>> | undefined

export function readHouseFonts(): Promise<ReadonlyMap<string, Buffer>> {
  read ??= readAll()
  return read
}

async function readAll(): Promise<ReadonlyMap<string, Buffer>> {
  const names = Object.values(houseFonts).flat()
  const files = names.map(async name => {
    const woff = await readFile(fileURLToPath(import.meta.resolve(name)))
    return [name, unpackWoff(woff)] as const
  })
  return new Map(await Promise.all(files))
}
