// Words of one meaning in the talk of people who build software, in English and German: who asks says `crash` where the
// session said `segfault`. It is a list of the trade, and knows nothing of any project.
import { once } from '../base/once';
import { stemOf } from './words';

/** A line of words that stand for each other, folded: a test holds that. */
export const SYNONYMS = `
startup start launch boot bootup starten hochfahren kaltstart
shutdown stop exit quit terminate beenden herunterfahren
crash segfault abort panic die dead absturz abgesturzt absturzen
hang freeze stuck deadlock block unresponsive endless hangen hangt eingefroren
slow slower latency lag performance sluggish langsam dauert
fast quick speed faster accelerate schnell beschleunigen geschwindigkeit
error failure fault exception fehler ausnahme
bug defect problem issue incident storung vorfall
fix repair solve resolve patch beheben behoben reparieren losung
missing lost gone vanish disappear absent fehlt verloren verschwunden weg
duplicate double twice copy doppelt mehrfach kopie
broken damaged corrupt invalid kaputt beschadigt ungultig
forbidden denied refuse reject unauthorized 403 401 verboten abgelehnt verweigert
timeout expire deadline abgelaufen zeituberschreitung
unavailable down outage downtime offline ausfall ausgefallen
lock locked locking blocked mutex sperre gesperrt
race concurrency parallel simultaneous concurrent gleichzeitig nebenlaufig
vulnerability security exploit attack injection xss sicherheitslucke sicherheit angriff
password credential secret passwort kennwort geheimnis
login signin authentication auth logon anmeldung anmelden einloggen
logout signout abmelden abmeldung
permission access rights role berechtigung rechte zugriff
user customer client account kunde nutzer benutzer konto
delete remove drop purge erase loschen entfernen geloscht
add insert append create hinzufugen einfugen anlegen erstellen
change modify edit update alter andern anderung bearbeiten
rename umbenennen umbenannt
replace swap switch substitute exchange ersetzen wechsel umstieg austauschen
move migrate migration transfer relocate umzug verschieben umgezogen
upgrade update bump aktualisieren aktualisierung
rewrite refactor restructure umschreiben umbauen neuschreiben
database db sql store storage datenbank speicher
schema table column tabelle spalte
query select lookup abfrage
index indices indexes indizes
cache caching cached zwischenspeicher
backup restore snapshot sicherung wiederherstellen
memory ram heap arbeitsspeicher
leak leaking leck
disk drive volume platte festplatte
file document datei dokument
folder directory dir path ordner verzeichnis pfad
download fetch pull herunterladen
upload push hochladen
send submit post dispatch senden schicken abschicken versenden
receive incoming empfangen
mail email e-mail newsletter message nachricht
notification alert push benachrichtigung
invoice bill billing receipt rechnung beleg faktura
payment pay charge transfer checkout zahlung bezahlen uberweisung
price cost amount preis kosten betrag
tax vat steuer umsatzsteuer mehrwertsteuer
order purchase bestellung bestellen auftrag
stock inventory warehouse lager bestand
subscription subscribe abo abonnement
rounding round precision runden rundung gerundet genauigkeit
number count amount anzahl zahl
date day calendar datum kalender
timezone utc dst zeitzone sommerzeit
language locale translation i18n translate sprache ubersetzung ubersetzen
encoding charset unicode utf8 umlaut accent zeichensatz umlaute akzent kodierung
font glyph typeface schrift schriftart
image picture photo cover bild foto
print pdf drucken druck ausdruck
button click press knopf taste schaltflache klick
keyboard key shortcut tastatur taste tastenkurzel
input entry field eingabe feld
paste clipboard copy einfugen zwischenablage kopieren
editor textarea
window dialog popup fenster
page view screen seite ansicht bildschirm
layout css style design darstellung
mobile phone smartphone handy
desktop app application program anwendung programm
search find lookup suche suchen gefunden
sort order ranking sortieren reihenfolge
filter filtering filtern
test spec testing testen prufung
flaky unstable intermittent random sporadic wackelig sporadisch zufallig
build compile compilation bundle package bauen kompilieren ubersetzen
compiler gcc clang
dependency library module addon plugin extension abhangigkeit bibliothek modul erweiterung
ci pipeline workflow actions jenkins
deploy deployment release rollout ship ausrollen veroffentlichen auslieferung
version release edition fassung
server host backend machine rechner
network connection socket netz netzwerk verbindung
proxy cdn gateway cloudflare
certificate tls ssl https zertifikat
request call api endpoint anfrage aufruf schnittstelle
response answer reply antwort
config configuration setting option preset einstellung konfiguration
flag switch parameter schalter
environment env variable umgebung umgebungsvariable
log logging trace protokoll
monitor metrics dashboard uberwachung
queue job worker task warteschlange aufgabe
schedule cron timer zeitplan
thread core process cpu kern prozess
file-sync sync synchronization synchronize abgleich synchronisieren
conflict merge clash collision konflikt zusammenfuhren
branch fork zweig
size large big huge bloat grosse gross riesig
small reduce shrink compress klein verkleinern komprimieren
import importing einlesen importieren
export exporting ausgeben exportieren
report statistics bericht auswertung statistik
decide decision choose pick choice entscheiden entscheidung entschieden auswahl
license licence lizenz
sign signature notarize signieren signatur
same identical equal gleich identisch
wrong incorrect false bad falsch
solver numeric simulation solve rechnen berechnung
loop cycle iteration schleife zyklus
string text zeichenkette
array list liste
sum total summe gesamt
`;

/** Each word between blanks, each line between line breaks. */
const LINES = once(() => SYNONYMS.replaceAll('\n', ' \n '));

const stemsOf = (word: string): readonly string[] => [stemOf(word, 'en'), stemOf(word, 'de')];

/** Stems of words that mean the same as one of these. @param stems of one word */
export function relatedTo(stems: Iterable<string>): readonly string[] {
	const own = new Set(stems);
	const related = new Set<string>();
	const lines = LINES();
	for (const stem of own) {
		// The stems of all lines would take as long as the rest of a question: but for its last letter, one begins as its word does.
		const head = ` ${stem.slice(0, Math.max(2, stem.length - 1))}`;
		for (let at = lines.indexOf(head); at >= 0; at = lines.indexOf(head, at + 1)) {
			if (!stemsOf(lines.slice(at + 1, lines.indexOf(' ', at + 1))).includes(stem)) continue;
			const line = lines.slice(lines.lastIndexOf('\n', at) + 2, lines.indexOf('\n', at) - 1);
			for (const other of line.split(' ').flatMap(stemsOf)) related.add(other);
		}
	}
	return [...related].filter((stem) => !own.has(stem));
}
