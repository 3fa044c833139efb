// Draws lanes. Every row belongs to one thread, so its text may extend over the columns to its right. Lanes differ only
// in their indentation, so that twenty threads still fit on a terminal.
#include "report/lanes.h"

#include <algorithm>
#include <map>

namespace mover {

namespace {

constexpr size_t kMargin = 2, kGap = 2;
constexpr size_t kMostIndent = 30, kLeastIndent = 3, kLeastText = 30, kLeastNotes = 12;

class Drawing {
 public:
  Drawing(const std::vector<Row>& rows, const Replay& replay, const Place& main_place, const Style& style)
      : rows_(rows), replay_(replay), main_file_(main_place.file), style_(style) {
    for (const Row& row : rows) lane_of_[row.thread] = 0;
    size_t lane = 0;
    for (auto& [thread, index] : lane_of_) index = lane++;
    measure();
  }

  std::string draw() {
    draw_header();
    for (const Row& row : rows_) draw_row(row);
    return std::move(out_);
  }

 private:
  void measure() {
    size_t longest_note = 0, most_notes = style_.width * 2 / 5;
    for (const Row& row : rows_) {
      number_width_ = std::max(number_width_, display_width(number(row)));
      for (const std::string& note : row.notes) longest_note = std::max(longest_note, display_width(note));
    }
    notes_width_ = std::clamp(longest_note, kLeastNotes, std::max(most_notes, kLeastNotes));
    lanes_width_ = style_.width - std::min(style_.width / 2, notes_width_ + kGap);
    size_t others = lane_of_.size() > 1 ? lane_of_.size() - 1 : 1;
    size_t room = lanes_width_ > kMargin + kLeastText ? lanes_width_ - kMargin - kLeastText : 0;
    indent_ = std::clamp(room / others, kLeastIndent, kMostIndent);
  }

  size_t column(size_t lane) const { return kMargin + lane * indent_; }

  // The name of a thread if there is room for it, otherwise the part before its function: "T1".
  std::string name(ThreadId t, size_t room) const {
    std::string full = t < replay_.threads.size() ? replay_.threads[t].name : "?";
    if (display_width(full) <= room) return full;
    return fit(full.substr(0, full.find(' ')), room, style_);
  }

  void draw_header() {
    std::string line;
    size_t at = 0;
    for (auto [thread, lane] : lane_of_) {
      line += std::string(column(lane) - at, ' ');
      bool is_last = lane + 1 == lane_of_.size();
      size_t room = is_last ? style_.width - std::min(style_.width - 8, column(lane)) : indent_ - 1;
      std::string text = name(thread, room);
      line += style_.paint(Tone::Bold, text);
      at = column(lane) + display_width(text);
    }
    out_ += line + "\n";
  }

  // The line number, with the file name if it is not the report's main file.
  std::string number(const Row& row) const {
    if (row.place.line == 0) return "";
    if (row.place.file == main_file_) return std::to_string(row.place.line);
    return row.place.file.substr(row.place.file.rfind('/') + 1) + ":" + std::to_string(row.place.line);
  }

  bool is_alive(ThreadId t, const Row& row) const {
    if (replay_.steps.empty()) return false;
    const std::vector<Position>& positions = replay_.steps[row.at].positions;
    return t < positions.size() && positions[t].status == ThreadStatus::Parked;
  }

  void draw_row(const Row& row) {
    size_t lane = lane_of_.at(row.thread);
    std::string text;
    switch (row.kind) {
      case Row::Kind::Fold:
        text = row.text;
        break;
      case Row::Kind::Remark:
        text = std::string(style_.dot()) + " " + row.text;
        break;
      case Row::Kind::Loop:
        out_ +=
            style_.paint(Tone::Bold, fit(std::string(style_.arrow()) + " " + row.text, style_.width, style_)) + "\n";
        return;
      case Row::Kind::Failure:
      case Row::Kind::Step:
        text = padded_number(row) + "  " + row.text;
        break;
    }
    size_t end = row.kind == Row::Kind::Remark && row.notes.empty() ? style_.width : lanes_width_;
    size_t room = end > column(lane) + 8 ? end - column(lane) : 8;
    text = fit(text, room, style_);
    put_line(row, lane, text);
  }

  // Numbers are padded, so that the source lines of a lane are aligned.
  std::string padded_number(const Row& row) const {
    std::string text = number(row);
    size_t width = std::min(number_width_, size_t{5}), used = display_width(text);
    return used < width ? std::string(width - used, ' ') + text : text;
  }

  static Tone tone_of(const Row& row) {
    switch (row.kind) {
      case Row::Kind::Fold:
        return Tone::Faint;
      case Row::Kind::Remark:
        return row.text == "preempted" ? Tone::Warning : Tone::Faint;
      case Row::Kind::Failure:
        return Tone::Error;
      case Row::Kind::Loop:
      case Row::Kind::Step:
        return Tone::Plain;
    }
    return Tone::Plain;
  }

  // Prints a row, with further lines if its notes do not fit in one line.
  void put_line(const Row& row, size_t lane, const std::string& text) {
    bool is_failure = row.kind == Row::Kind::Failure;
    std::vector<std::string> note_lines = wrapped(row.notes);
    for (size_t i = 0; i < std::max<size_t>(1, note_lines.size()); ++i) {
      std::string line;
      size_t at = 0;
      for (auto [thread, other] : lane_of_) {
        bool is_own = other == lane && i == 0;
        size_t begin = column(other) - (is_own && is_failure ? kMargin : 0);
        bool is_covered = at > 0 && begin <= at;  // by the text of a lane to the left
        if (is_covered || (!is_own && !is_alive(thread, row))) continue;
        line += std::string(begin - at, ' ');
        std::string shown = is_own ? text : std::string(style_.bar());
        if (is_own && is_failure) shown = std::string(style_.cross()) + " " + text;
        line += style_.paint(is_own ? tone_of(row) : Tone::Faint, shown);
        at = begin + display_width(shown);
      }
      if (i < note_lines.size()) {
        size_t notes_at = std::max(lanes_width_ + kGap, at + kGap);
        line += std::string(notes_at - at, ' ');
        line += style_.paint(is_failure ? Tone::Error : Tone::Value, note_lines[i]);
      }
      out_ += line + "\n";
    }
  }

  // Several notes share a line if they fit; a note that is too long continues in the next line.
  std::vector<std::string> wrapped(const std::vector<std::string>& notes) const {
    std::vector<std::string> lines;
    size_t room = style_.width > lanes_width_ + kGap ? style_.width - lanes_width_ - kGap : kLeastNotes;
    for (const std::string& note : notes) {
      bool fits = !lines.empty() && display_width(lines.back()) + 2 + display_width(note) <= room;
      if (fits)
        lines.back() += ", " + note;
      else
        add_words(note, room, lines);
    }
    return lines;
  }

  void add_words(const std::string& note, size_t room, std::vector<std::string>& lines) const {
    lines.emplace_back();
    for (size_t begin = 0; begin < note.size();) {
      size_t end = std::min(note.find(' ', begin), note.size());
      std::string word = fit(note.substr(begin, end - begin), room, style_);
      std::string& line = lines.back();
      if (line.empty())
        line = word;
      else if (display_width(line) + 1 + display_width(word) <= room)
        line += " " + word;
      else
        lines.push_back("  " + fit(word, room - 2, style_));
      begin = end + 1;
    }
  }

  const std::vector<Row>& rows_;
  const Replay& replay_;
  const std::string& main_file_;
  const Style& style_;
  std::map<ThreadId, size_t> lane_of_;  // the lanes of the threads that have rows
  size_t number_width_ = 1, notes_width_ = 0, lanes_width_ = 0, indent_ = 0;
  std::string out_;
};

}  // namespace

std::string draw_lanes(const std::vector<Row>& rows, const Replay& replay, const Place& main_place,
                       const Style& style) {
  return rows.empty() ? "" : Drawing(rows, replay, main_place, style).draw();
}

}  // namespace mover
