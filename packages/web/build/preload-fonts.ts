/** Vite plugin: text never jumps because of a font. Those of the first screen are asked for at once; one that is late waits for the next page. */
import type { HtmlTagDescriptor, Plugin } from 'vite'

const firstScreenFonts = /(?:instrument-sans|bricolage-grotesque)-latin-wght-normal-[^/]*\.woff2$/

export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter(name => firstScreenFonts.test(name))
        return fonts.map(
          (name): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head',
          }),
        )
      },
    },
    generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue
        asset.source = String(asset.source).replaceAll(/@font-face\s*\{[^}]*\}/g, keepInPlace)
      }
    },
  }
}

const textFonts = /Instrument Sans|Bricolage Grotesque/

/** The packages say "swap": shown in another font first, then exchanged, which moves lines about. */
function keepInPlace(fontFace: string): string {
  return textFonts.test(fontFace)
    ? fontFace.replace(/font-display:\s*swap/, 'font-display:optional')
    : fontFace
}
