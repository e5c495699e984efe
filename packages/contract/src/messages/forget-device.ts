/** Texts of the "Forget this device" dialog, in their own file so that they load with the dialog. */

export const forgetDeviceMessages = {
  title: 'Forget this device?',
  intro: 'This cannot be undone. We will:',
  points: [
    'delete your uploads and results, including those you have not downloaded',
    'cancel running conversions',
    'stop recognizing this browser, and any copy of its cookie',
    'clear unfinished work and settings stored in this browser',
  ],
  confirm: 'Forget this device',
  cancel: 'Cancel',
  failed: 'Could not forget this device. Please try again.',
  doneTitle: 'Device forgotten',
  doneText: 'Your files were deleted, and this browser is now a new visitor.',
  startOver: 'Start over',
} as const
