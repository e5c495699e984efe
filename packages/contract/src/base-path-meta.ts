/** Name of the meta tag with BASE_PATH. Apart from the page head, which the web app loads later. */
export const basePathMeta = 'base-path'
