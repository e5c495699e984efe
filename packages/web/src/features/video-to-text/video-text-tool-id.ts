/** localStorage ids of the Video to Text jobs. */

export const videoTextToolId = 'video2text'
export const subtitlesToolId = 'video2text-subtitles'
