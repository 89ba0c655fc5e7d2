const list = (text: string) => text.trim().split(/\s*[,\n]\s*/)

export const firstNames =
  list(`Ada, Aisha, Alejandro, Alice, Amara, Amir, Ana, Anders, Andrea, Anika, Anouk, Arjun, Astrid, Aylin,
Beatriz, Benedikt, Björn, Bruno, Camille, Carlos, Carmen, Chiara, Chinedu, Chloé, Clara, Daniel, Daria, David, Deepa, Diego,
Dilnoza, Eero, Elena, Elif, Emeka, Emil, Emma, Erik, Esra, Fatima, Felix, Finn, Florian, Freya, Gabriela, Georg, Giulia, Grace,
Greta, Hana, Hannah, Hassan, Helena, Henrik, Hiroshi, Ines, Ingrid, Isabel, Ivan, Jakub, Jana, Javier, Jin, Johanna, Jonas, Julia,
Kaito, Karin, Katarzyna, Kenji, Kofi, Lars, Laura, Leila, Lena, Léa, Linus, Lucia, Luís, Magda, Maja, Malik, Marco, Maria, Marta,
Mateo, Mei, Mia, Miguel, Milan, Mina, Nadia, Naomi, Nikolai, Nina, Noah, Olga, Oscar, Paolo, Petra, Pierre, Priya, Rafael, Rania,
Ravi, Rosa, Ruth, Sakura, Samuel, Sara, Sebastian, Selma, Simon, Sofia, Sven, Tariq, Teresa, Thandiwe, Tom, Tomás, Ulrike, Uma,
Valentina, Vera, Viktor, Wei, Yara, Yasmin, Yuki, Zofia`)

export const lastNames =
  list(`Abbas, Acheampong, Adeyemi, Ahmed, Almeida, Andersson, Bakker, Bauer, Becker, Bernard, Bianchi, Borges,
Braun, Castillo, Chen, Costa, Das, de Vries, Demir, Diallo, Dubois, Eriksen, Fernandes, Ferrari, Fischer, Fontaine, Fujita, García,
Gruber, Gupta, Haddad, Hansen, Hernández, Hoffmann, Horvat, Huber, Ibrahim, Ito, Ivanova, Jansen, Jensen, Johansson, Kamau, Kaya,
Keller, Khan, Kim, Klein, Kowalski, Krüger, Kumar, Larsen, Laurent, Lehmann, Leroy, Lindqvist, López, Maier, Marino, Martin,
Mbeki, Medina, Mehta, Meyer, Moreau, Moretti, Müller, Nagy, Nakamura, Neumann, Nguyen, Novák, Nwosu, O’Brien, Okafor, Oliveira,
Owusu, Özdemir, Park, Patel, Pereira, Petrov, Popescu, Rahimi, Ramos, Rao, Richter, Rossi, Roux, Sánchez, Santos, Sato, Schäfer,
Schmidt, Schneider, Schröder, Silva, Singh, Sørensen, Suzuki, Svensson, Tanaka, Torres, Tran, Van den Berg, Virtanen, Vogel,
Wagner, Walker, Wang, Weber, Wolf, Wójcik, Yamamoto, Yılmaz, Zhang, Zimmermann`)

export const companies =
  list(`Alder & Finch, Anchorage Insurance, Aurora Health, Beacon Rail, Blue Harbour Bank, Brightwater Energy,
Cedar Analytics, Clearfield Airlines, Copperline Telecom, Courtyard Hotels, Delta Nine, Eastgate University, Elmwood Publishing,
Fairmile Logistics, Ferrous Systems Works, Fieldnote, Foxglove Software, Granite Payments, Greenfinch, Halyard Security,
Harbourside Council, Heron Robotics, Hillcrest Hospitals, Ironbridge Consulting, Juniper Street, Kestrel Networks, Keystone Identity,
Lantern Education, Larkspur Bank, Lighthouse Media, Lumen Foundry, Maple Leaf Grocers, Meridian Post, Millpond Gaming, Nordlicht Verlag,
Northwind Traders, Oakridge Ministry, Old Town Library, Open Meadow, Orchard Pharma, Paper Crane, Pinecone Labs, Polar Freight,
Quarry Street, Quiet Office, Redwood Mutual, Ribbon Commerce, River City Transport, Saltmarsh, Seagrass Cloud, Silver Birch Tax,
Skylark Travel, Southbank Institute, Stonewall Security, Summit Telecoms, Tern Island, Thistle & Co, Tidewater Utilities,
Treeline Data, Turnstile, Upland Water, Verity Credit, Wayfarer Maps, Westering Ferries, Whitecap Ventures, Willow Care,
Windmill Software, Yellow Door`)

export const jobs =
  list(`Backend developer, Chief information security officer, Data protection officer, Designer, DevOps engineer,
Director of engineering, Engineering manager, Enterprise architect, Founder, Frontend developer, Fraud analyst, Head of product,
Identity architect, IT administrator, Lawyer, Mobile developer, Platform engineer, Policy adviser, Product manager, Professor,
Project lead, Researcher, Security engineer, Site reliability engineer, Software architect, Solution engineer, Support lead,
Systems administrator, Technical writer, UX researcher`)

type Topics = { readonly one: readonly string[]; readonly many: readonly string[] }

/** Topics in the singular and in the plural, because titles put verbs behind them. */
export const tracks: readonly { name: string; topics: Topics }[] = [
  {
    name: 'Passkeys',
    topics: {
      one: list(
        'passkey adoption, account recovery, cross-device sign-in, attestation, conditional UI, sign-up without passwords',
      ),
      many: list('shared devices, passkeys in native apps, roaming keys'),
    },
  },
  {
    name: 'Federation',
    topics: {
      one: list(
        'single sign-on, token exchange, logout, group provisioning, workload identity, multi-tenant login',
      ),
      many: list('trust frameworks, consent screens, sender-constrained tokens'),
    },
  },
  {
    name: 'Wallets',
    topics: {
      one: list('selective disclosure, credential revocation, age verification, wallet onboarding'),
      many: list('cross-border credentials, travel documents, mobile driving licences, issuer registries'),
    },
  },
  {
    name: 'Fraud',
    topics: {
      one: list(
        'SMS pumping, account takeover, bot traffic, call-centre fraud, credential stuffing, refund abuse',
      ),
      many: list('synthetic identities, step-up checks, device signals'),
    },
  },
  {
    name: 'Privacy',
    topics: {
      one: list('data minimisation, analytics without tracking'),
      many: list(
        'deletion requests, pseudonyms, consent records, retention rules, privacy reviews, impact assessments',
      ),
    },
  },
  {
    name: 'Operations',
    topics: {
      one: list('key rotation, disaster recovery, capacity planning, secret storage'),
      many: list('zero-downtime migrations, incident drills, audit trails, rate limits, on-call rotas'),
    },
  },
  {
    name: 'Design',
    topics: {
      one: list('accessible sign-in, sign-in on television'),
      many: list(
        'error messages, help texts, recovery journeys, translations, forms that people finish, trust signals',
      ),
    },
  },
  {
    name: 'Policy',
    topics: {
      one: list(
        'electronic identification, procurement, certification, digital inclusion, liability, supervision',
      ),
      many: list('open standards, public services'),
    },
  },
]

/** `#` is replaced by a topic, capitalised at the beginning; of `[a|b]`, b follows a topic in the plural. */
export const titles = list(`#: what we learned in production
A field guide to #
# without tears
Why # [fails|fail] and what to do about it
# in small teams
The hidden cost of #
# at the scale of a country
Measuring #
Ten years of #
# from first principles
A short history of #
Rewriting # while [it runs|they run]
Testing # with real people
The case against #
# for the impatient`)

export const sentences: readonly string[] = [
  'How # looked on paper, what happened in the first week, and which numbers changed our minds.',
  'Three projects that came to # from different sides: a bank, a city and a start-up of six people.',
  'Bring your hardest question about #; half of the time is for discussion.',
  'You will leave with a checklist for #, and two things we would not do again.',
  'No slides with logos: we show the code, the logs and the day # went wrong.',
  'For people who have to decide about # this year and have no department for it.',
  'What the standards say about #, what the libraries do, and what users think happens.',
  'With measurements from four years and about forty million sign-ins.',
  'Beginners are welcome; the second half goes into detail.',
]

export const workshops: readonly string[] = [
  'Passkeys from zero, hands on',
  'Run your own identity provider',
  'Threat modelling a sign-in page',
  'Write a wallet verifier in a morning',
  'Incident drill: the signing key has leaked',
  'Accessible forms with a screen reader',
  'Load-testing a registration launch',
  'Reading tokens by hand',
  'Recovery flows: design and attack',
  'Migrating users without a reset e-mail',
  'Privacy review of your own product',
  'Standards work for newcomers',
]

export const rooms = list(
  'Hall 1, Hall 2, Hall 3, Gallery, Terrace, Library, Room 11, Room 12, Room 21, Room 22',
)
export const labs = list('Lab East, Lab West')
