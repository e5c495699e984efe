/** Writes the contact sheet: one row per screen, widths side by side, light or dark. */
import type { SiteScreen } from '../../tests/support/screens/screens.ts'
import { imageName, themes, widths } from './take-images.ts'

export function writeSheet(screens: readonly Pick<SiteScreen, 'name' | 'path'>[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Every screen of Filesmith</title>
<style>
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: #777; color: #fff }
  header { position: sticky; top: 0; z-index: 1; padding: 12px 20px; background: #333; display: flex; gap: 20px; flex-wrap: wrap }
  section { padding: 20px; border-bottom: 1px solid #999; scroll-margin-top: 60px }
  h2 { margin: 0 0 12px; font-size: 18px }
  a { color: inherit }
  .row { display: flex; gap: 16px; align-items: start; overflow-x: auto }
  figure { margin: 0; flex: none }
  figcaption { font-size: 13px }
  img { display: block; max-height: 900px; max-width: 46vw; box-shadow: 0 2px 12px #0006 }
  body:not(:has(#dark:checked)) .dark, body:not(:has(#light:checked)) .light { display: none }
</style>
<header>
  <strong>${screens.length} screens</strong>
  ${themes.map(theme => `<label><input type="checkbox" id="${theme}" checked> ${theme}</label>`).join('\n  ')}
  <nav>${screens.map(({ name }) => `<a href="#${name}">${name}</a>`).join(' ')}</nav>
</header>
${screens.map(rowOf).join('\n')}
</html>
`
}

function rowOf({ name, path }: Pick<SiteScreen, 'name' | 'path'>): string {
  const figures = widths.flatMap(width =>
    themes.map(theme => {
      const file = imageName(name, width, theme)
      return `<figure class="${theme}"><a href="${file}"><img loading="lazy" src="${file}" alt="${name} at ${width} px, ${theme}"></a><figcaption>${width} px, ${theme}</figcaption></figure>`
    }),
  )
  return `<section id="${name}"><h2>${name} <small>${path.replaceAll('&', '&amp;')}</small></h2><div class="row">${figures.join('')}</div></section>`
}
