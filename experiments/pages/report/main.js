document.body.append("report");
