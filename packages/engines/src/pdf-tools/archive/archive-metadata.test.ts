import { expect, test } from 'vitest'
import { archiveMetadata } from './make/make-archive.ts'
import { readCodeMap } from './read-cmap.ts'
import { readXmp } from './read-xmp.ts'
import { dateOf } from './xmp-dates.ts'

const valuesOf = (packet: string) =>
  Object.fromEntries((readXmp(packet) ?? expect.fail('not readable')).map(({ name, text }) => [name, text]))

test('archiveMetadata: information and XMP have the same values, with the level of PDF/A', () => {
  const { information, packet } = archiveMetadata(
    { '/Title': 'u:A & <B>', '/CreationDate': "u:D:20260131120000+01'00'", '/ModDate': 'u:yesterday' },
    undefined,
    'conformant',
  )
  expect(information).toEqual({ '/Title': 'u:A & <B>', '/CreationDate': 'u:D:20260131110000Z' })
  expect(valuesOf(packet)).toEqual({
    part: '2',
    conformance: 'B',
    format: 'application/pdf',
    title: 'A & <B>',
    CreateDate: '2026-01-31T11:00:00Z',
  })
})

test('archiveMetadata: takes missing values from the old packet, and claims nothing for a partial file', () => {
  const old = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <r:Description r:about="" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:p="http://ns.adobe.com/pdf/1.3/" p:Producer='Old &quot;tool&quot;'>
    <d:title><r:Alt><r:li xml:lang="x-default">Old title</r:li></r:Alt></d:title></r:Description></r:RDF></x:xmpmeta>`
  const { information, packet } = archiveMetadata({ '/Producer': 'u:New' }, old, 'partial')
  expect(information).toEqual({ '/Title': 'u:Old title', '/Producer': 'u:New' })
  expect(valuesOf(packet)).toEqual({ format: 'application/pdf', title: 'Old title', Producer: 'New' })
})

test.each([
  [
    'an element that is not closed',
    '<a:b xmlns:a="x"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
  ],
  ['a prefix that is not declared', '<rdf:RDF></rdf:RDF>'],
  ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a/>'],
  ['no RDF', '<a xmlns="x"/>'],
])('readXmp: refuses %s', (_what, packet) => {
  expect(readXmp(packet)).toBeUndefined()
})

test('dateOf: dates of PDF, and nothing for other text', () => {
  expect(dateOf("D:20260131120000-05'30'")?.toISOString()).toBe('2026-01-31T17:30:00.000Z')
  expect(dateOf('2026')?.toISOString()).toBe('2026-01-01T00:00:00.000Z')
  expect(dateOf('D:20269931')).toBeUndefined()
})

test('readCodeMap: codes of one and two bytes, ranges and single codes', () => {
  const map = readCodeMap(`2 begincodespacerange <00> <7f> <8140> <9ffc> endcodespacerange
    1 begincidrange <20> <7e> 1 endcidrange 1 begincidchar <8140> 633 endcidchar`)
  expect(map?.cids('A\x81\x40\x01')).toEqual([34, 633, undefined])
  expect(readCodeMap('/Other usecmap')).toBeUndefined()
})
