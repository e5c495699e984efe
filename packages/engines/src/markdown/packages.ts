/** npm packages that helpers need to write Markdown. */
export const markdownPackages = [
  'mdast-util-gfm-footnote',
  'mdast-util-gfm-strikethrough',
  'mdast-util-gfm-table',
  'mdast-util-gfm-task-list-item',
  'mdast-util-to-markdown',
] as const
