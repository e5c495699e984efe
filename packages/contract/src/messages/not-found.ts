/** Texts of the not-found page. */

export const notFoundMessages = {
  heading: '404 Page Not Found',
  text: 'Did you forget to add the page to the router?',
  home: 'Back to the converter',
} as const
