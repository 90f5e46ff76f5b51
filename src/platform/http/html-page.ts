import { assetName } from './assets.ts'

/** `up` leads from the page to the address that it stands below, such as `../`. */
export type HtmlPage = { title: string; up: string; head?: string; body: string }

/** A whole page in Daybook's style. `title` is text, the rest is HTML. Links are relative, so that they work behind a proxy. */
export function htmlPage({ title, up, head = '', body }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${Bun.escapeHTML(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}docs/${assetName('pagesCss')}">
${head}</head>
<body>
${body}
</body>
</html>
`
}
