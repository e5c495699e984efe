import { readdirSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { convertDocument } from '../../packages/engines/src/pdf/convert-document.ts'
process.on('unhandledRejection', () => {})
const folder = process.argv[2]!, out = process.argv[3]!
mkdirSync(out, { recursive: true })
for (const name of readdirSync(folder).filter(n => n.endsWith('.pdf') && n.includes(process.argv[4] ?? ''))) {
  const bytes = readFileSync(`${folder}/${name}`)
  const started = Date.now()
  const r = await convertDocument(bytes, { to: 'md', quality: 'low', images: 'none', name: 'x', pdfBytes: bytes.length, maxPages: 5000, maxPixels: 1e9 } as never, 'md', () => {})
  const chunks = []
  for await (const c of r.chunks) chunks.push(c)
  writeFileSync(`${out}/${name.replace('.pdf', '.md')}`, Buffer.concat(chunks))
  console.log(name, Date.now() - started)
}
