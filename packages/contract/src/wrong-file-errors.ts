/** The part of the error table that the page itself speaks, before anything is asked of the server. */

export const wrongFileErrors = {
  'no-video-track': {
    status: 422,
    message: 'This file holds sound but no moving picture. Please convert it on the Audio tab.',
  },
  'no-audio-track': {
    status: 422,
    message: 'This file has no audio track, so there is no sound to take from it.',
  },
  'video-given': {
    status: 422,
    message: "This file is a video. Choose 'Extract audio from video' to get its sound.",
  },
} as const
