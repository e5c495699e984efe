/** HTML of the offline page, which the service worker precaches. */
import { offlineMessages } from '@filesmith/contract/messages/offline'
import { productName } from '@filesmith/contract/product-name'

/** Served at the requested URL, so an empty `href` retries it. The service worker reveals the editor link if it is cached. */
export function writeOfflinePage(): string {
  const { title, heading, text, editor, openEditor, retry } = offlineMessages
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title} | ${productName}</title>
    <script src="./theme.js"></script>
    <link rel="icon" href="./favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="./offline.css" />
  </head>
  <body>
    <main>
      <img src="./favicon.svg" width="56" height="56" alt="${productName}" />
      <h1>${heading}</h1>
      <p>${text}</p>
      <a class="main" href="">${retry}</a>
      <div hidden>
        <p>${editor}</p>
        <a href="./tools/image">${openEditor}</a>
      </div>
    </main>
  </body>
</html>
`
}

const faces = {
  'Bricolage Grotesque Variable': 'bricolage',
  'Instrument Sans Variable': 'instrument',
} as const

/** Built font files have a hash in their name. */
export function writeFontFaces(files: readonly string[]): string {
  return Object.entries(faces)
    .map(([family, start]) => [family, files.find(file => file.startsWith(`/assets/${start}`))] as const)
    .filter(([, file]) => file !== undefined)
    .map(
      ([family, file]) =>
        `@font-face{font-family:"${family}";font-weight:200 800;src:url(.${file}) format("woff2")}\n`,
    )
    .join('')
}
