/** The share image (Open Graph) of a page: its title, and a sheet with the tool's icon on the anvil. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { helpMessages } from '@filesmith/contract/messages/help'
import { hubToolAt } from '@filesmith/contract/page-at'
import { productName } from '@filesmith/contract/product-name'
import { paths } from '@filesmith/contract/routes'
import { shareImageText } from '@filesmith/contract/share-image'
import { anvil, brandMark, readDrawing, toolMark } from './marks.ts'

/** Icons of pages that are not tools; pages without one show the glowing sheet. */
const pageDrawings: Readonly<Record<string, string>> = {
  [paths.tools]: 'wrench',
  [paths.plans]: 'badge-check',
  [paths.pricing]: 'tag',
  [paths.help]: 'life-buoy',
  [paths.about]: 'hammer',
  [paths.contact]: 'mail',
  [paths.privacy]: 'shield-check',
  [paths.terms]: 'scale',
  [paths.signIn]: 'key-round',
  [paths.signUp]: 'user-plus',
}

export async function shareImage(path: string): Promise<string> {
  const { heading, line } = shareImageText(path)
  const isHelp = path.startsWith(`${paths.help}/`)
  // A help article about a tool shows the tool's icon.
  const tool = hubToolAt(path) ?? hubToolAt(path.replace(paths.help, paths.tools))
  const hue = tool ? toolMark(tool.id).hue : '--accent'
  const name = tool ? toolMark(tool.id).drawing : pageDrawings[isHelp ? paths.help : path]
  const drawing = name === undefined ? '' : await readDrawing(name)
  return `<style>${style}</style>
    <div class="card">
      <div class="ruler"></div>
      <div class="words">
        <div class="brand"><svg viewBox="0 0 32 32" width="64" height="64">${brandMark}</svg>${productName}</div>
        <h1 style="font-size:${headingPx(heading)}px">${escapeWords(heading)}</h1>
        <p>${escapeWords(line)}</p>
        <div class="tagline">${escapeWords(isHelp ? helpMessages.heading : frameMessages.tagline)}</div>
      </div>
      ${onTheAnvil(drawing, hue)}
      <div class="heat"></div>
    </div>`
}

function headingPx(heading: string): number {
  if (heading.length <= 16) return 96
  return heading.length <= 26 ? 80 : 66
}

/** Without an icon the sheet is the glowing one of the logo. */
function onTheAnvil(drawing: string, hue: string): string {
  const body = 'M100 40h150l70 70v178a12 12 0 0 1-12 12H100a12 12 0 0 1-12-12V52a12 12 0 0 1 12-12Z'
  const [ground, fold, edge] = drawing
    ? ['var(--surface)', 'var(--surface-sunken)', 'var(--line-strong)']
    : ['var(--accent)', 'var(--heat-bright)', 'none']
  return `<svg class="anvil" viewBox="0 0 420 510" width="420" height="510">
      <path d="${body}" fill="${ground}" stroke="${edge}" stroke-width="2"/>
      <path d="M250 40l70 70h-58a12 12 0 0 1-12-12Z" fill="${fold}" stroke="${edge}" stroke-width="2"/>
      <svg x="134" y="116" width="140" height="140" viewBox="0 0 24 24" fill="none" stroke="var(${hue})" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${drawing}</svg>
      <svg x="2" y="122" width="416" height="416" viewBox="0 0 32 32"><path fill="var(--ink)" d="${anvil}"/></svg>
    </svg>`
}

function escapeWords(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

const style = `
  .card { position: relative; width: 1200px; height: 630px; overflow: hidden; background: var(--paper); color: var(--ink); font-family: Text }
  .ruler { position: absolute; inset: 0 0 auto; height: 22px; background:
    repeating-linear-gradient(90deg, var(--line-strong) 0 2px, transparent 2px 100px) 0 0 / 100% 22px no-repeat,
    repeating-linear-gradient(90deg, var(--line) 0 2px, transparent 2px 20px) 0 0 / 100% 11px no-repeat }
  .words { position: absolute; inset: 64px 470px 56px 72px; display: flex; flex-direction: column }
  .brand { display: flex; align-items: center; gap: 18px; font: 700 40px Heading; letter-spacing: -0.02em }
  h1 { margin: auto 0 24px; font-family: Heading; font-weight: 700; line-height: 1.02; letter-spacing: -0.025em; text-wrap: balance }
  p { margin: 0 0 auto; font-size: 33px; line-height: 1.32; color: var(--ink-muted); text-wrap: pretty;
    display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden }
  .tagline { font-size: 26px; font-weight: 600; color: var(--accent-text) }
  .anvil { position: absolute; right: 40px; bottom: 46px }
  .heat { position: absolute; inset: auto 0 0; height: 14px; background: linear-gradient(90deg, var(--heat-dull), var(--heat-warm) 62%, var(--heat-bright)) }`
