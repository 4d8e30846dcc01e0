/** All that a page of a talk is made of; it comes with the first talk. */
import "../styles/chat.css";
import "../styles/composer.css";
import "../styles/talk.css";
import "../styles/agents.css";
import "../styles/answers.css";
import "../styles/with-map.css";
import "./agent-page.ts";
import "./chat-view.ts";
import "./map-pane.ts";
import "./set-up.ts";
import "./talk-edge.ts";
