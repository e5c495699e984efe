/** The logo and the tool icons as SVG fragments. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { HubToolId } from '@filesmith/contract/tools/hub'
import { rootFolder } from '../root-folder.mjs'

/** As in ui/brand.tsx, viewBox 32 x 32. */
export const anvil =
  'M2 14.5h28v2.9c-3.8.2-6.6 1.9-7.6 4.7v1.6c0 1.7 1.2 2.9 3.4 3.6V30H9.8v-2.7c2.2-.7 3.4-1.9 3.4-3.6v-1.9C7.4 21.4 3.5 19 2 14.5Z'
const sheet = 'M10 2h7.5L22 6.5v5.8H10Z'
const fold = 'M17.5 2 22 6.5h-4.5Z'

export const brandMark = `
  <path fill="var(--ink)" d="${anvil}"/><path fill="var(--accent)" d="${sheet}"/>
  <path fill="var(--paper)" opacity="0.55" d="${fold}"/>`

interface ToolMark {
  readonly drawing: string
  readonly hue: string
}

/** The same icons as in the tools hub. */
export const toolMarks: Readonly<Record<HubToolId, ToolMark>> = {
  pdf: { drawing: 'file-text', hue: '--kind-document' },
  batch: { drawing: 'layers', hue: '--ink' },
  ocr: { drawing: 'scan-text', hue: '--kind-text' },
  compress: { drawing: 'archive', hue: '--kind-archive' },
  image: { drawing: 'crop', hue: '--kind-image' },
  audio: { drawing: 'audio-lines', hue: '--kind-audio' },
  translate: { drawing: 'languages', hue: '--kind-text' },
  gif: { drawing: 'image-play', hue: '--kind-video' },
  resize: { drawing: 'scaling', hue: '--kind-image' },
  video2text: { drawing: 'captions', hue: '--kind-video' },
}

/** viewBox 24 x 24, stroked. */
export async function readDrawing(name: string): Promise<string> {
  const file = join(rootFolder, 'node_modules/lucide-react/dist/esm/icons', `${name}.mjs`)
  const { __iconData: icon } = await import(pathToFileURL(file).href)
  const parts: readonly (readonly [string, Readonly<Record<string, string>>])[] = icon.node
  return parts.map(([tag, { key: _key, ...attributes }]) => `<${tag} ${write(attributes)}/>`).join('')
}

function write(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')
}
