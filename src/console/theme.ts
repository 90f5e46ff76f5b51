import { createTheme, type CSSVariablesResolver } from '@mantine/core'
import { t } from './language/language.ts'

const systemFont =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'

/** One accent colour, the system's font, and the common sizes of forms and tables. */
export const theme = createTheme({
  primaryColor: 'cyan',
  // White on the eighth shade has too little contrast in the light and the dark scheme.
  primaryShade: { light: 9, dark: 9 },
  fontFamily: systemFont,
  headings: { fontFamily: systemFont, fontWeight: '600' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Less prominent than the text beside it, but as readable.
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', c: 'inherit' } },
    Badge: { defaultProps: { tt: 'none', fw: 500 } },
    EmptyState: { defaultProps: { px: 'md', py: 'xl' } },
    // ARIA does not allow the focus placeholder in a menu. The first item can take the focus instead.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': t('Close') } },
      // Mantine's own grey has too little contrast.
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    },
    Modal: {
      defaultProps: {
        centered: true,
        // The dialogue closes at once. While it faded, the page below would hear no key.
        transitionProps: { exitDuration: 0 },
        closeButtonProps: { 'aria-label': t('Close') },
        // A page has only one banner. The title of a dialogue is none.
        attributes: { header: { role: 'presentation' } },
        // One Escape closes only one dialogue: a question, which has listened since the start, and not also the form below it.
        __handledEscapeEvents: new WeakSet<KeyboardEvent>(),
      },
    },
  },
})

/** Replaces Mantine's colours with a contrast below 4.5 : 1 (WCAG AA), and gives notes quieter backgrounds. */
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

/** The colour schemes of the console. The browser keeps the choice. */
export const colorSchemes = [
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
  { value: 'auto', label: t('As the system') },
] as const
