import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bundledFonts, unpackWoff } from './bundled-fonts.ts'

/** Table checksum as in the OpenType specification: the sum of its 32-bit words. */
function checksumOf(table: Buffer): number {
  let sum = 0
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0
  return sum
}

const fonts = Object.values(bundledFonts)
  .flat()
  .map(url => [basename(url), url] as const)

test.each(fonts)('unpackWoff: %s has valid table checksums', async (_, url) => {
  const woff = await readFile(fileURLToPath(url))
  const font = unpackWoff(woff)
  expect(font.readUInt32BE(0)).toBe(0x00010000)
  expect(font.length).toBe(woff.readUInt32BE(16))
  const tableCount = font.readUInt16BE(4)
  const tags: string[] = []
  for (let index = 0; index < tableCount; index += 1) {
    const entry = font.subarray(12 + index * 16, 28 + index * 16)
    const tag = entry.toString('latin1', 0, 4)
    const offset = entry.readUInt32BE(8)
    const padded = Math.ceil(entry.readUInt32BE(12) / 4) * 4
    expect(offset % 4).toBe(0)
    const table = Buffer.from(font.subarray(offset, offset + padded))
    // checkSumAdjustment of the head table is excluded from its checksum.
    if (tag === 'head') table.writeUInt32BE(0, 8)
    expect([tag, checksumOf(table)]).toEqual([tag, entry.readUInt32BE(4)])
    tags.push(tag)
  }
  expect(tags).toEqual(expect.arrayContaining(['cmap', 'glyf', 'head', 'hmtx', 'loca']))
})
