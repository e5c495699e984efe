import { expect, test } from 'vitest'
import { readPackage, unpack } from '../../translation/documents/docx/package/read-package.ts'
import { packPart, writePackage } from '../../translation/documents/docx/package/write-package.ts'
import { closeElements, repairDocument } from './repair-document.ts'

test.each([
  ['complete', '<a><b x="1"/>text</a>', '<a><b x="1"/>text</a>'],
  ['open elements', '<?xml version="1.0"?><a><b>te', '<?xml version="1.0"?><a><b>te</b></a>'],
  ['an incomplete tag', '<a><b>text</b><c attr="va', '<a><b>text</b></a>'],
  ['an incomplete entity', '<a>x &am', '<a>x </a>'],
  ['a wrong end tag', '<a><b>text</c>', '<a><b>text</b></a>'],
  ['garbage', '<a><b>text\0\u0001<<>', '<a><b>text</b></a>'],
])('closeElements: %s', (_, given, expected) => {
  expect(closeElements(Buffer.from(given)).toString()).toBe(expected)
})

const part = (name: string, content: string) =>
  packPart(
    { name, method: 0, checksum: 0, bytes: 0, packed: Buffer.alloc(0), time: 0, date: 0 },
    Buffer.from(content),
  )

async function packed(parts: ReturnType<typeof part>[]): Promise<Buffer> {
  const written: Buffer[] = []
  for await (const bytes of writePackage(parts)) written.push(bytes)
  return Buffer.concat(written)
}

async function repaired(format: 'docx' | 'odt', file: Buffer): Promise<Record<string, string>> {
  const parts = readPackage((await repairDocument(format, file)) ?? Buffer.alloc(0))
  return Object.fromEntries(parts.map(each => [each.name, unpack(each).toString()]))
}

test('repairDocument: finds the parts of a DOCX without its directory, and drops references to missing ones', async () => {
  const relations =
    '<Relationships><Relationship Id="a" Target="styles.xml"/><Relationship Id="b" Target="https://a.example" TargetMode="External"/></Relationships>'
  const whole = await packed([
    part('word/_rels/document.xml.rels', relations),
    part('word/document.xml', '<w:document><w:t>kept</w:t><w:footnoteReference w:id="1"/></w:document>'),
    part('word/styles.xml', '<w:styles/>'),
  ])
  const parts = await repaired('docx', whole.subarray(0, whole.indexOf('word/styles.xml')))
  expect(parts['word/document.xml']).toBe('<w:document><w:t>kept</w:t></w:document>')
  expect(parts['word/_rels/document.xml.rels']).toBe(
    '<Relationships><Relationship Id="b" Target="https://a.example" TargetMode="External"/></Relationships>',
  )
  expect(parts['[Content_Types].xml']).toContain('/word/document.xml')
})

test('repairDocument: keeps the beginning of an overwritten part', async () => {
  const text = Array.from({ length: 3000 }, (_, index) => `<t>${(index * 7919) % 1000}</t>`).join('')
  const whole = await packed([part('content.xml', `<c>${text}</c>`)])
  const middle = Math.floor(whole.length / 2)
  whole.fill(0xff, middle, middle + 200)
  const parts = await repaired('odt', whole)
  expect(parts['content.xml']).toMatch(/^<c><t>0<\/t>.*<\/c>$/)
  expect(parts['content.xml']?.length).toBeLessThan(text.length)
  expect(parts['META-INF/manifest.xml']).toContain('content.xml')
})

test('repairDocument: nothing of a file without parts, or of HTML', async () => {
  expect(await repairDocument('docx', Buffer.from('no package'))).toBeUndefined()
  expect(await repairDocument('html', Buffer.from('<p>'))).toBeUndefined()
})
