import { startConverter } from './support/converter.ts'
import { readFile, stat } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import * as sniff from '@filesmith/contract/sniff-format'
import { operations } from '@filesmith/contract/operations/registry'
const c = await startConverter({ disabledEngines: ['ffmpeg','pdf','archive','libreoffice','ocr','speech','translation','gif'] as any })
for (const dir of ['images','images-broken']) for (const f of readdirSync('/work/shared/corpus/'+dir)) {
  const input = await readFile(`/work/shared/corpus/${dir}/${f}`)
  const from = (sniff as any).sniffFormat(input)
  const line: string[] = []
  for (const [operation, options] of [['resize-image',{width:120,height:90}],['resize-image',{mode:'fill',width:100,height:100,isSmartCrop:true}],['resize-image',{mode:'percentage',percent:150}],['resize-image',{width:400,maxKilobytes:6}],['edit-image',{rotate:20,filter:'sepia',blur:3}]] as const) {
    try {
      const to = operation==='edit-image' ? 'webp' : (operations['resize-image'] as any).outputFor(from, {})
      const r = await c.workOn({operation: operation as any, input, from, to, options})
      const m = await sharp(r.path, {animated:true}).metadata().catch(()=>undefined as any)
      line.push(`${to} ${m?.width}x${m?.pageHeight??m?.height}${(m?.pages??1)>1?`*${m.pages}`:''} ${(await stat(r.path)).size}${r.notes.length?' ['+r.notes.join('|')+']':''}`)
    } catch (e: any) { line.push(`!${e.code ?? e}${e.code==='internal'?' '+e.cause?.message:''}`) }
  }
  console.log(`${dir==='images'?'':'B/'}${f} (${from}): ${line.join('; ')}`)
}
await c.close()
