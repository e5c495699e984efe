/** Vite plugin that prevents layout shift from fonts: preloads those of the first screen and sets `font-display: optional`. */
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
            attrs: { rel: 'preload', href: `./${name}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head',
          }),
        )
      },
    },
    generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue
        asset.source = String(asset.source).replaceAll(/@font-face\s*\{[^}]*\}/g, makeFontOptional)
      }
    },
  }
}

const textFonts = /Instrument Sans|Bricolage Grotesque/

/** The font packages use `font-display: swap`, which reflows text when the font arrives. */
function makeFontOptional(fontFace: string): string {
  return textFonts.test(fontFace)
    ? fontFace.replace(/font-display:\s*swap/, 'font-display:optional')
    : fontFace
}
