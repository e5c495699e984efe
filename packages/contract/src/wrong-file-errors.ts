/** Errors that the page reports itself before it sends a request; part of the error table. */

export const wrongFileErrors = {
  'no-video-track': {
    status: 422,
    message: 'This file has audio but no video. Please convert it on the Audio tab.',
  },
  'no-audio-track': {
    status: 422,
    message: 'This file has no audio track to extract.',
  },
  'video-given': {
    status: 422,
    message: "This file is a video. Choose 'Extract audio from video' instead.",
  },
} as const
