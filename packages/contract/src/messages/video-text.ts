/** Words of Video to Text. */

export const videoTextMessages = {
  noFile: 'No video file selected',
} as const
