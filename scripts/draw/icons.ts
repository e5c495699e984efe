/** The icons of the installed app (PWA) and its shortcuts. */
import { brandMark, readDrawing, toolMark } from './marks.ts'

interface AppIcon {
  readonly sizePx: number
  /** `full` fills the square (maskable), `rounded` has rounded corners, `bare` has no background. */
  readonly shape: 'full' | 'rounded' | 'bare'
  /** An icon instead of the logo. */
  readonly drawing?: { readonly svg: string; readonly hue: string }
}

export const appIcons: Readonly<Record<string, AppIcon>> = {
  'icon-180.png': { sizePx: 180, shape: 'full' },
  'icon-192.png': { sizePx: 192, shape: 'rounded' },
  'icon-512.png': { sizePx: 512, shape: 'rounded' },
  'icon-maskable-512.png': { sizePx: 512, shape: 'full' },
}

const shortcutTools = ['pdf', 'image', 'compress', 'video2text'] as const

export async function shortcutIcons(): Promise<Record<string, AppIcon>> {
  const icons = shortcutTools.map(async tool => {
    const { drawing, hue } = toolMark(tool)
    const svg = await readDrawing(drawing)
    return [`shortcut-${tool}.png`, { sizePx: 96, shape: 'rounded', drawing: { svg, hue } }] as const
  })
  return Object.fromEntries(await Promise.all(icons))
}

/** In percent: masks cut at most the outer tenth on each side of a maskable icon. */
const markSizes = { full: 62, rounded: 68, bare: 100 } as const

export function writeIcon({ sizePx, shape, drawing }: AppIcon): string {
  const mark = drawing ? 56 : markSizes[shape]
  const offset = (100 - mark) / 2
  const corner = shape === 'rounded' ? 22 : 0
  const ground = `<rect width="100" height="100" rx="${corner}" fill="var(--paper)"/>`
  const inner = drawing
    ? `<svg ${place(offset, mark)} viewBox="0 0 24 24" fill="none" stroke="var(${drawing.hue})" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${drawing.svg}</svg>`
    : `<svg ${place(offset, mark)} viewBox="0 0 32 32">${brandMark}</svg>`
  return `<svg style="display:block" width="${sizePx}" height="${sizePx}" viewBox="0 0 100 100">${shape === 'bare' ? '' : ground}${inner}</svg>`
}

function place(offset: number, size: number): string {
  return `x="${offset}" y="${offset}" width="${size}" height="${size}"`
}
