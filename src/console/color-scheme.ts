// Runs before the page is drawn, so that a dark page is never white first. Mantine keeps the scheme under this key.
const kept = window.localStorage.getItem('mantine-color-scheme-value')
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)').matches
const isDark = kept === 'dark' || (kept !== 'light' && systemIsDark)
document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light'
