/** The dialog of "Forget this device"; apart from the recent list, so that its texts are loaded with it. */

export const forgetDeviceMessages = {
  title: 'Forget this device?',
  intro: 'This cannot be undone. We will:',
  points: [
    'delete your uploads and results now, also those you have not downloaded',
    'cancel conversions that are still running',
    'stop recognizing this browser, and any copy of its cookie',
    'clear unfinished work and settings that this browser keeps for us',
  ],
  confirm: 'Forget this device',
  cancel: 'Cancel',
  failed: 'This device could not be forgotten. Please try again.',
  doneTitle: 'Device forgotten',
  doneText: 'Your files are deleted, and this browser is a new visitor from now on.',
  startOver: 'Start over',
} as const
