// Says whether this device trusts the shop's certificate, and goes on to Daybook once it does. Runs in the browser.
const page = document.getElementById('trust')
const state = document.getElementById('state')
const { origin } = page.dataset
const askEveryMs = 3000

const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iPhone and iPad'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** The page that was asked for before this one, at the encrypted address. */
function target() {
  const to = new URLSearchParams(location.search).get('to') ?? '/'
  return `${origin}${to.startsWith('/') ? to : '/'}`
}

async function isTrusted() {
  try {
    // The answer cannot be read from here: that there is one is enough.
    await fetch(`${origin}/health`, { mode: 'no-cors', cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

async function look() {
  const trusted = await isTrusted()
  state.hidden = false
  state.textContent = trusted
    ? 'This device trusts Daybook.'
    : 'This device does not trust Daybook yet. This page notices when it does.'
  if (trusted && new URLSearchParams(location.search).has('to')) location.replace(target())
  else if (!trusted) setTimeout(look, askEveryMs)
}

document.getElementById('open').href = target()
const [, system] = systems.find(([name]) => name.test(navigator.userAgent)) ?? []
for (const section of document.querySelectorAll('details')) {
  section.open = section.dataset.system === system
}
void look()
