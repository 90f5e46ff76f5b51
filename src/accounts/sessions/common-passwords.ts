/**
 * What people choose first when ten characters are asked for, as it is compared: lower case, digits and signs that
 * stand for letters read as those letters (see passwords.ts). Words of fewer letters count when only digits and signs
 * are added to them; keyboard runs are found by their own rule.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
  password passwords passwd passcode passphrase passkey passw pass word mypassword newpassword oldpassword thepassword
  secretpassword yourpassword userpassword adminpassword rootpassword testpassword defaultpassword temppassword
  temporary temporarypassword changeme changemenow changeit changethis pleasechange pleasechangeme letmein letmeinnow
  letmeinplease openup opensesame sesame iloveyou iloveu loveyou loveme iloveme ilovegod ilovemom ilovemum ilovedad
  ilovemyself ilovemyfamily iloveindia loveindia lovelife mylove mylife myheart sweetheart babygirl babyboy princess
  welcome welcomehome welcomeback welcometo hello helloworld hellohello hellothere goodmorning goodnight goodluck
  admin administrator administration administrador adminadmin adminuser superadmin superuser sysadmin system manager
  management root rootroot toor user username useruser guest guestguest owner shopowner master masterkey supervisor
  operator support supportteam helpdesk service services default defaults test testing tester testtest testuser
  testaccount demo demodemo demouser sample example examples login loginlogin logmein signin access accessgranted
  secret secrets topsecret private confidential security secure nothing nopassword noentry whatever something anything
  everything forgotten forgot forgetit remember rememberme dontforget computer computers mycomputer laptop desktop
  internet network server database website windows microsoft google googlecom gmail gmailcom facebook instagram
  whatsapp youtube yahoo yahoocom twitter samsung nokia iphone android apple oracle linux ubuntu cisco intel
  football footballs baseball basketball cricket cricketer tennis hockey soccer volleyball badminton chess
  superman batman spiderman ironman captain avengers pokemon pikachu naruto dragon dragonball starwars matrix
  monkey tiger lion eagle falcon phoenix shadow hunter killer ninja warrior knight wizard legend champion champions
  sunshine sunflower sunshines moonlight rainbow butterfly flower flowers blossom summer summertime winter autumn
  spring monsoon january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday birthday happybirthday holiday festival diwali happydiwali
  holi happyholi christmas newyear happynewyear eid eidmubarak pongal onam dussehra navratri ganesh ganesha
  ganpati ganpatibappa ganpatibappamorya jaishriram jaishreeram shriram shreeram jaihanuman hanuman jaimatadi matadi
  jaihind bharat bharatmata bharatmatakijai vandemataram hindustan india indian incredibleindia mumbai delhi newdelhi
  bangalore bengaluru chennai kolkata hyderabad pune ahmedabad surat jaipur lucknow kanpur nagpur indore bhopal
  gujarat maharashtra rajasthan punjab haryana kerala tamilnadu karnataka telangana bihar bengal odisha assam
  krishna radhakrishna radhekrishna harekrishna hareram harekrishnahareram radheradhe omnamahshivay omnamahshivaya
  omnamoshivaya namahshivaya mahadev harharmahadev bholenath shiva lakshmi mahalakshmi laxmi mahalaxmi saraswati durga
  durgamaa kali parvati saibaba omsairam sairam jaisairam waheguru waheguruji satnam satnamwaheguru allah allahuakbar
  bismillah alhamdulillah mashallah inshallah mohammed muhammad jesus jesuschrist jesuslovesme christ godisgreat
  godislove godblessme godbless trustingod blessed blessing angel angels heaven mother father mummy papa mummypapa
  mompapa momdad maapapa mummydaddy family myfamily brother sister friend friends friendship bestfriend forever
  foreverlove friendsforever together beautiful handsome darling jaanu jaan meri mera dilse pyaar ishq zindagi
  shop shops shopkeeper myshop store stores mystore market supermarket kirana kiranastore generalstore traders trading
  trader enterprises enterprise company companies mycompany business mybusiness office accounts account accounting
  accountant tally tallyerp tallyprime busy zoho billing invoice invoices gst gstin gstbill purchase sales cash
  cashier counter stock inventory ledger daybook mydaybook backoffice register money rupees crore lakhs million
  millionaire success winner lucky luckyone luckycharm number numberone cooldude coolboy coolgirl smartboy hacker
  qwerty qwertyqwerty asdf asdfasdf zxcv abcd abcde abcdef abcdefgh abcabc abcabcabc abc xyz xyzxyz alphabet
  trustno trustnoone blink mustang ferrari mercedes porsche honda hyundai maruti suzuki bajaj hero yamaha
  correcthorsebatterystaple correcthorse batterystaple ihavenoidea idontknow dontknow noidea whoami
  sachin sachintendulkar tendulkar dhoni msdhoni kohli viratkohli virat rohit rohitsharma shahrukh shahrukhkhan salman
  salmankhan amitabh bachchan modi narendramodi gandhi mahatmagandhi
  rahul rohan amit anil sunil rajesh ramesh suresh mahesh mukesh dinesh rakesh sanjay vijay ajay vikas deepak manoj
  vinod pramod ashok arjun karan kumar sharma verma gupta singh patel shah mehta jain agarwal agrawal reddy rao nair
  priya pooja neha anita sunita kavita savita geeta sita gita lata asha usha rekha meena seema reena
  michael jordan jennifer jessica ashley daniel thomas charlie andrew robert william george matthew
  `
    .trim()
    .split(/\s+/),
)
