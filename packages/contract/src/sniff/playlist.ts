/** Detects playlists, which reference other files that an engine would open (SSRF, local file disclosure). */

const openings = [/^#EXTM3U(?!\w)/i, /^ffconcat version/i, /^\[(?:playlist|reference)\]/i]

/** DASH, Smooth Streaming, XSPF, Windows Media and SMIL. */
const roots: ReadonlySet<string> = new Set(['mpd', 'smoothstreamingmedia', 'playlist', 'asx', 'smil'])

export function isPlaylist(text: string, root: string | undefined): boolean {
  const start = text.slice(0, 1024).trimStart()
  return (
    openings.some(opening => opening.test(start)) || (root !== undefined && roots.has(root.toLowerCase()))
  )
}
