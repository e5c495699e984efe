/** Renders the app icons and share images (Open Graph); run after a change of the logo, the colors or a page title. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { indexedPaths } from '@filesmith/contract/page-at'
import { shareImagePath, shareImageSize, shareImageText } from '@filesmith/contract/share-image'
import { rootFolder } from '../root-folder.mjs'
import { appIcons, shortcutIcons, writeIcon } from './icons.ts'
import { openPainter } from './painter.ts'
import { shareImage } from './share-image.ts'
import { writeIco } from './write-ico.ts'

const publicFolder = join(rootFolder, 'packages', 'web', 'public')
const painter = await openPainter()

const save = async (name: string, bytes: Buffer) => {
  await writeFile(join(publicFolder, name), bytes)
  process.stdout.write(`${name} ${bytes.length}\n`)
}

await mkdir(join(publicFolder, 'share'), { recursive: true })
for (const [name, icon] of [...Object.entries(appIcons), ...Object.entries(await shortcutIcons())])
  await save(name, await painter.paint(writeIcon(icon), { width: icon.sizePx, height: icon.sizePx }))
const favicons = await Promise.all(
  [16, 32, 48].map(async sizePx => {
    const size = { width: sizePx, height: sizePx }
    return { sizePx, png: await painter.paint(writeIcon({ sizePx, shape: 'bare' }), size) }
  }),
)
await save('favicon.ico', writeIco(favicons))

for (const path of indexedPaths('public'))
  await save(shareImagePath(path).slice(1), await painter.paint(await shareImage(path), shareImageSize))
await painter.close()

const words = Object.fromEntries(indexedPaths('public').map(path => [path, shareImageText(path)]))
await writeFile(
  join(rootFolder, 'scripts', 'draw', 'drawn-words.json'),
  `${JSON.stringify(words, undefined, 2)}\n`,
)
