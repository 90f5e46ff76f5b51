import { createTheme, type CSSVariablesResolver } from '@mantine/core'
import { t } from './language/language.ts'

const systemFont =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'

/** One accent colour, the system's font, and the sizes that forms and tables have everywhere. */
export const theme = createTheme({
  primaryColor: 'cyan',
  // White on the eighth shade has too little contrast, in the light and in the dark.
  primaryShade: { light: 9, dark: 9 },
  fontFamily: systemFont,
  headings: { fontFamily: systemFont, fontWeight: '600' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Quiet beside what it belongs to, and as readable.
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', c: 'inherit' } },
    Badge: { defaultProps: { tt: 'none', fw: 500 } },
    EmptyState: { defaultProps: { px: 'md', py: 'xl' } },
    // Its place in the dropdown is not allowed in a menu (ARIA), and the first item takes the focus as well.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': t('Close') } },
      // Its own grey has too little contrast.
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    },
    Modal: {
      defaultProps: {
        centered: true,
        // Gone at once: while it faded, the page below would hear no key.
        transitionProps: { exitDuration: 0 },
        closeButtonProps: { 'aria-label': t('Close') },
        // A page has one banner: the title of a dialogue is none.
        attributes: { header: { role: 'presentation' } },
        // One Escape closes one dialogue: a question, which listens since the start, and not the form beneath it as well.
        __handledEscapeEvents: new WeakSet<KeyboardEvent>(),
      },
    },
  },
})

/** Where Mantine's own colours have less contrast than 4.5 : 1 (WCAG AA), and quieter ones behind notes. */
export const readableColours: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-orange-text': '#b8430c',
    '--mantine-color-cyan-filled-hover': '#095c6b',
    '--mantine-color-cyan-light': '#e6f2f4',
    '--mantine-color-cyan-light-hover': '#d8eaee',
    '--mantine-color-yellow-light': 'var(--mantine-color-yellow-0)',
    '--mantine-color-red-light': 'var(--mantine-color-red-0)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-yellow-light': '#3a2b10',
    '--mantine-color-red-light': '#3d1a1c',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-cyan-filled-hover': '#095c6b',
  },
})

/** How the console may look; the browser keeps what was chosen. */
export const colorSchemes = [
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
  { value: 'auto', label: t('As the system') },
] as const
