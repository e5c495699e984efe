/** Names under which unfinished work of Video to Text is kept. */

export const videoTextToolId = 'video2text'
export const subtitlesToolId = 'video2text-subtitles'
