import { expect, test } from 'vitest'
import { editXmp } from './edit-metadata.ts'

const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" xmp:CreateDate="2020-01-01"/>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li>Old</rdf:li></rdf:Alt></dc:title></rdf:Description>
</rdf:RDF></x:xmpmeta>`

test('editXmp: replaces properties, escaped, and keeps the others', () => {
  const edited = editXmp(packet, { title: 'Cats & <dogs>', created: '2026-01-31' }) ?? ''
  expect(edited).toContain('Cats &amp; &lt;dogs&gt;')
  expect(edited).not.toContain('Old')
  expect(edited).not.toContain('2020-01-01')
  expect(edited).toContain('<xmp:CreateDate>2026-01-31</xmp:CreateDate>')
  expect(edited).toContain('pdfaid:part="2"')
})

test('editXmp: an empty field is removed', () => {
  expect(editXmp(packet, { title: '' })).not.toContain('dc:title')
})

test('editXmp: without a packet a new one is written; what is not XMP is left', () => {
  expect(editXmp(undefined, { author: 'Ada' })).toContain('<rdf:li>Ada</rdf:li>')
  expect(editXmp('noise', { author: 'Ada' })).toBeUndefined()
})
